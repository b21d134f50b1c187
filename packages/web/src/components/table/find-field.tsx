import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

interface Props extends Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'size'> {
  readonly find: string
  readonly onFind: (find: string) => void
}

/** Searches the rows of a table. The address follows what is typed a moment later, so the field keeps it meanwhile. */
export const FindField = ({ find, onFind, ...rest }: Props) => {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      {...rest}
      value={typed ?? find}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        onFind(value)
      }}
      onBlur={() => setTyped(undefined)}
      maw={260}
    />
  )
}
