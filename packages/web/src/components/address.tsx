import { Fragment, type ReactNode } from 'react'

/** An e-mail address, or a user name that looks like one: a narrow column breaks it at its parts, not inside a word. */
const Address = ({ text }: { text: string }) =>
  text.split(/(?=@)|(?<=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))

/** A value as it is shown in a column, where addresses break at their parts. */
export const inColumn = (value: ReactNode): ReactNode =>
  typeof value === 'string' && /^\S+@\S+$/.test(value) ? <Address text={value} /> : value
