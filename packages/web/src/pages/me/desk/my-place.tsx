import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useKeptFocus } from '../../../components/kept-focus.ts'
import { StarButton } from '../../../components/star-button.tsx'
import { cancelBooking, type DayCommand } from '../../../workplace/day-commands.ts'
import type { Building } from '../../../workplace/me.tsx'
import type { UserDay } from '../../../workplace/plans.ts'
import { bookedPlace } from '../../../workplace/plans.ts'
import { bookNode } from './book-command.ts'
import { useFavorites } from './use-favorites.ts'

interface Props {
  readonly day: UserDay | undefined
  readonly building: Building | undefined
  readonly isBookable: boolean
  /** True while a change of the day is being saved. */
  readonly isBusy: boolean
  readonly run: (command: DayCommand) => void
}

/** What the user has booked on the day, and the button that cancels it. */
export const MyPlace = ({ day, building, isBookable, isBusy, run }: Props) => {
  const favorites = useFavorites()
  const kept = useKeptFocus<HTMLParagraphElement>()
  if (!day) return null
  const { booking } = day
  const place = bookedPlace(booking)
  const locationName = booking?.locationName
  const isHere = booking?.locationId === building?.locationId
  return (
    <Group gap="sm" mih={36} {...kept.area}>
      <Text role="status" size="sm" maw={420} {...kept.target}>
        {booking ? (
          <Trans>
            You have:{' '}
            <Text span inherit fw={600}>
              {place}
            </Text>
            , {locationName}
          </Trans>
        ) : (
          t`You have booked nothing on this day.`
        )}
      </Text>
      <BookedStar booking={booking} favorites={favorites} />
      {booking && isBookable ? (
        <Button variant="default" size="xs" disabled={isBusy} onClick={() => run(cancelBooking(day.day))}>
          <Trans>Cancel the booking</Trans>
        </Button>
      ) : null}
      {building && isBookable && !(booking && isHere) ? (
        <Button variant="default" size="xs" disabled={isBusy} onClick={() => run(bookNode(day.day, building))}>
          <Trans>Come without a desk</Trans>
        </Button>
      ) : null}
    </Group>
  )
}

/** Marks the booked desk as a favorite. */
const BookedStar = ({ booking, favorites }: { booking: UserDay['booking']; favorites: ReturnType<typeof useFavorites> }) => {
  if (!booking?.placeId) return null
  const { locationId, locationName, levelId, levelName, zoneId, zoneName, placeId, placeName } = booking
  const node = { levelId: levelId ?? '', levelName: levelName ?? '', zoneId: zoneId ?? '', zoneName: zoneName ?? '' }
  const desk = { ...node, placeId, placeName: placeName ?? '', locationId, locationName }
  return <StarButton name={desk.placeName} isFavorite={favorites.ids.has(placeId)} onToggle={() => favorites.toggle(desk)} />
}
