import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Answer, call } from '../../../api/call.ts'
import { apiQuery, invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { useKeptFocus } from '../../../components/kept-focus.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { notifyDone, notifyFailed } from '../../../components/notices.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { QueryState } from '../../../components/states.tsx'
import { bookedWords } from '../../../workplace/booked-words.ts'
import { aboutDay } from '../../../workplace/day-commands.ts'
import { ME } from '../../../workplace/me.tsx'
import { bookedPlace } from '../../../workplace/plans.ts'

type Desk = Answer<'getDeskOfCode'>

/** The page of the QR code at a desk: one tap checks in, and books the desk before if it is free. */
export const ScannedDeskPage = () => {
  const { code } = useParams({ from: '/shell/desks/$code' })
  const query = useQuery(apiQuery('getDeskOfCode', { params: { ...ME, code } }))
  return (
    <QueryState query={query} height={320}>
      {(desk) => (
        <>
          <PageHeader title={deskName(desk)} description={`${desk.zoneName}, ${desk.levelName}, ${desk.locationName}`} />
          <Stack maw={420} gap="md">
            <DeskOffer desk={desk} code={code} />
            <ButtonLink to="/me" search={{ day: desk.day }} variant="default">
              <Trans>My days</Trans>
            </ButtonLink>
          </Stack>
        </>
      )}
    </QueryState>
  )
}

const REFUSALS = {
  taken: t`Another person has booked this desk today.`,
  assigned: t`This desk is assigned to another person.`,
  inactive: t`This desk cannot be booked.`,
} as const

const deskName = ({ placeName }: Desk): string => t`Desk ${placeName}`

const haveBooked = (booking: NonNullable<Desk['booking']>): string => {
  if (!booking.zoneName) return t`You have booked the building without a desk today.`
  const place = bookedPlace(booking)
  return t`You have booked ${place} today.`
}

const isBookedElsewhere = ({ state, booking }: Desk): boolean => booking !== null && state !== 'mine'

const DeskOffer = ({ desk, code }: { desk: Desk; code: string }) => {
  const kept = useKeptFocus<HTMLDivElement>()
  const action = useAction({
    mutationFn: () => call('checkInAtDesk', { params: { ...ME, code }, body: { move: isBookedElsewhere(desk) } }),
    onSuccess: ({ booking: booked }) => {
      const place = bookedWords(booked)
      notifyDone(t`You have checked in: ${place}.`, aboutDay(desk.day))
    },
    onError: notifyFailed,
    onSettled: () => void invalidate('getDeskOfCode', 'listUserDays', 'listFreeDesks', 'listColleagueDays'),
  })
  return (
    <Stack gap="md" role="group" aria-label={deskName(desk)} {...kept.area} {...kept.target}>
      <OfferOfState desk={desk} isPending={action.isPending} onCheckIn={() => action.mutate()} />
    </Stack>
  )
}

interface OfferProps {
  readonly desk: Desk
  readonly isPending: boolean
  readonly onCheckIn: () => void
}

const OfferOfState = ({ desk, isPending, onCheckIn }: OfferProps) => {
  const { state, booking } = desk
  const isElsewhere = isBookedElsewhere(desk)
  if (state === 'mine' && booking?.checkedInAt) {
    return (
      <Alert color="petrol" title={t`You have checked in`}>
        <Trans>This desk is yours today.</Trans>
      </Alert>
    )
  }
  const elsewhere = isElsewhere && booking ? <Text>{haveBooked(booking)}</Text> : null
  if (state !== 'mine' && state !== 'free') {
    return (
      <>
        <Alert color="gray" title={REFUSALS[state]} />
        {elsewhere}
        <ButtonLink to="/me/desk" search={{ day: desk.day, locationId: desk.locationId }}>
          <Trans>Find another desk</Trans>
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      {state === 'mine' ? (
        <Text>
          <Trans>You have booked this desk today.</Trans>
        </Text>
      ) : (
        (elsewhere ?? (
          <Text>
            <Trans>This desk is free today.</Trans>
          </Text>
        ))
      )}
      <Button size="lg" loading={isPending} onClick={onCheckIn}>
        {state === 'mine' ? t`Check in` : isElsewhere ? t`Move here and check in` : t`Book and check in`}
      </Button>
    </>
  )
}
