import { Trans } from '@lingui/react/macro'
import type { User } from '@rollcall/contract'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { personName } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'

/** The service looks for the beginning of names in any letter case, so that a few others may match as well. */
const MOST = 20

/** The user who has this user name, to whom an error may lead. */
const findNamesake = async (userName: string): Promise<User | undefined> => {
  const found = await call('listUsers', { query: { search: userName, limit: MOST } }).catch(() => undefined)
  return found?.items.find((user) => user.userName === userName)
}

const NameTaken = ({ by }: { by: User }) => {
  const { userId } = by
  const name = personName(by)
  return (
    <Trans>
      <TextLink to="/admin/users/$userId" params={{ userId }} underline="always">
        {name}
      </TextLink>{' '}
      has this user name already.
    </Trans>
  )
}

interface Named {
  readonly userName: string
}

interface Form<V> {
  readonly values: V
  readonly errors: { readonly userName?: ReactNode }
}

/** Stores a user, and says who has the user name that was entered if it is taken. */
export const useNamesake = <V extends Named, Rest extends unknown[]>(
  form: Form<V>,
  store: (values: V, ...rest: Rest) => Promise<unknown>,
) => {
  const [namesake, setNamesake] = useState<User>()
  const save = async (values: V, ...rest: Rest): Promise<unknown> => {
    try {
      return await store(values, ...rest)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'name_taken') setNamesake(await findNamesake(values.userName.trim()))
      throw error
    }
  }
  const { userName: error } = form.errors
  const holder = namesake?.userName === form.values.userName.trim() ? namesake : undefined
  return { save, nameError: error && holder ? <NameTaken by={holder} /> : error }
}
