import { useQuery } from '@tanstack/react-query'
import { groupsQuery, locationsQuery } from '../../../workplace/directory.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

/** The active items, and the chosen one even if it has become inactive. */
const withChosen = (choices: Choice[], value: string | null, label: string | null): Choice[] =>
  value === null || choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: label ?? value }]

/** Buildings in use. */
export const useBuildingChoices = (chosen: string | null = null, chosenName: string | null = null): Choice[] => {
  const { data = [] } = useQuery(locationsQuery)
  const active = data.filter(({ status }) => status === 'active')
  return withChosen(
    active.map(({ locationId, locationName }) => ({ value: locationId, label: locationName })),
    chosen,
    chosenName,
  )
}

/** Groups in use; names are unique only together with the type. */
export const useGroupChoices = (chosen: string | null = null, chosenName: string | null = null): Choice[] => {
  const { data = [] } = useQuery(groupsQuery)
  return withChosen(
    data.map(({ groupId, groupName, groupType }) => ({ value: groupId, label: `${groupName} (${groupType})` })),
    chosen,
    chosenName,
  )
}
