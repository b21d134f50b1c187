import { Fragment } from 'react'

/** A mail address as user name may take two lines, so that all columns have room. */
export const UserName = ({ name }: { name: string }) => {
  const [first, ...others] = name.split('@')
  return (
    <>
      {first}
      {others.map((each) => (
        <Fragment key={each}>
          <wbr />@{each}
        </Fragment>
      ))}
    </>
  )
}
