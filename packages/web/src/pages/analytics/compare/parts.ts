import { useQuery } from '@tanstack/react-query'
import { groupsQuery, useLocationNames } from '../../../workplace/directory.ts'
import { idsOf, type PartsOf, type Scope } from '../scope/scope.ts'
import { useScope } from '../scope/use-scope.ts'

/** More lines could not be told apart. */
const MAX_PARTS = 4

/** The buildings or groups of the scope that are compared. */
export interface Parts {
  readonly of: PartsOf
  readonly names: readonly string[]
  /** The scope narrowed to each of them. */
  readonly scopes: readonly Scope[]
  /** What could be compared: both only if the scope has two to four of each. */
  readonly choices: readonly PartsOf[]
}

const BOTH: readonly PartsOf[] = ['locations', 'groups']

/** What a page compares: the buildings of the scope, or else its groups, if there are two to four; undefined if there are not. */
export const useParts = (comparable: readonly PartsOf[] = BOTH): Parts | undefined => {
  const [scope] = useScope()
  const locationName = useLocationNames()
  const { data: groups } = useQuery(groupsQuery)
  const choices = comparable.filter((of) => {
    const { length } = idsOf(scope[of])
    return length > 1 && length <= MAX_PARTS
  })
  const of = choices.find((each) => each === scope.compare) ?? choices[0]
  if (!of) return undefined
  const nameOf = (id: string) =>
    of === 'locations' ? locationName(id) : (groups?.find(({ groupId }) => groupId === id)?.groupName ?? id)
  const ids = idsOf(scope[of])
  return { of, choices, names: ids.map(nameOf), scopes: ids.map((id) => ({ ...scope, [of]: id })) }
}
