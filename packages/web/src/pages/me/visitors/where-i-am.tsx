import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isDay } from '../../../time/days.ts'
import { userDaysQuery } from '../../../workplace/user-days.ts'
import { elsewhereWords } from '../../../workplace/what-stays.ts'

interface Props {
  readonly day: string
  readonly locationId: string | null
}

/** Says that the user does not plan to be where a visitor is expected on a day. */
export const WhereIAm = ({ day, locationId }: Props) => {
  const { data } = useQuery({ ...userDaysQuery(day, day), enabled: isDay(day) && locationId !== null })
  const words = locationId === null ? undefined : elsewhereWords(data?.items[0], locationId)
  return (
    <Text role="status" size="sm" fw={600} display={words ? undefined : 'none'}>
      {words}
    </Text>
  )
}
