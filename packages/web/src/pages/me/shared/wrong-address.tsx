import { t } from '@lingui/core/macro'
import { Alert } from '@mantine/core'
import { isDay } from '../../../time/days.ts'
import { useBuildings } from '../../../workplace/me.tsx'

interface Props {
  /** What the address gives as a day. */
  readonly day?: string | undefined
  readonly locationId?: string | undefined
}

/** Says that the address asks for a day or a building that does not exist, and what is shown instead. */
export const WrongAddress = ({ day, locationId }: Props) => {
  const buildings = useBuildings()
  const isKnownDay = day === undefined || isDay(day)
  const isKnownBuilding =
    locationId === undefined || buildings.length === 0 || buildings.some((building) => building.locationId === locationId)
  if (isKnownDay && isKnownBuilding) return null
  return (
    <Alert color="gray" mb="sm" title={t`Not all of the address is understood`} c="var(--mantine-color-text)">
      {[
        !isKnownDay && t`“${day}” is not a day of the calendar. Today is shown instead.`,
        !isKnownBuilding && t`Its building does not exist, or is out of service. Another one is shown instead.`,
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  )
}
