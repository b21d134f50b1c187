import { Stack, Text } from '@mantine/core'
import type { CalendarEffect } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { countOf } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { QueryState } from '../../../components/states.tsx'
import { dayRange, fullDay } from '../../../time/days.ts'
import type { Calendar } from '../../../workplace/calendar.ts'
import { ConfirmModal } from '../shared/modals.tsx'
import { readAgain } from './effect.ts'
import { listImported, removalFile } from './imported.ts'

interface Period {
  readonly firstDay: string
  readonly lastDay: string
}

interface Props {
  readonly calendar: Calendar
  readonly onClose: () => void
}

const restatedWords = ({ restatedDays }: CalendarEffect): string =>
  restatedDays > 0 ? ` The next refresh restates ${countOf(restatedDays, 'published day')}.` : ''

const finish = async (effect: CalendarEffect, words: string): Promise<void> => {
  await readAgain()
  notifyDone(words + restatedWords(effect))
}

/** Removes all holidays of a day. */
export const RemoveHolidayModal = ({ calendar, day, names, onClose }: Props & { day: string; names: readonly string[] }) => (
  <ConfirmModal
    title={`Remove ${names.join(', ')}?`}
    confirmLabel="Remove"
    isDangerous
    confirm={async () => {
      const params = { locationId: calendar.locationId, date: day }
      await finish(await call('removeHoliday', { params }), `${fullDay(day)} is no holiday.`)
    }}
    onClose={onClose}
  >
    {fullDay(day)} becomes a usual day again, and office plans of it count. Canceled bookings do not come back. An imported
    holiday returns when its file is imported again.
  </ConfirmModal>
)

/** Removes a closure or an outage. */
export const RemovePeriodModal = ({
  calendar: { locationId, locationName },
  what,
  id,
  period: { firstDay, lastDay },
  onClose,
}: Props & { what: 'remove-closure' | 'remove-outage'; id: string; period: Period }) => {
  const isClosure = what === 'remove-closure'
  const days = dayRange(firstDay, lastDay)
  return (
    <ConfirmModal
      title={isClosure ? `Open ${locationName} again?` : 'Remove the outage?'}
      confirmLabel={isClosure ? 'Remove the closure' : 'Remove the outage'}
      isDangerous
      confirm={async () => {
        const effect = isClosure
          ? await call('removeClosure', { params: { locationId, closureId: id } })
          : await call('removeOutage', { params: { locationId, outageId: id } })
        await finish(effect, `The ${isClosure ? 'closure' : 'outage'} of ${days} is removed.`)
      }}
      onClose={onClose}
    >
      {isClosure
        ? `${days}: canceled bookings do not come back; the next night books by plan again.`
        : `${days}: people who planned to come and were not seen become no-shows again.`}
    </ConfirmModal>
  )
}

/** Refuses a suggested outage. */
export const DismissModal = ({ calendar: { locationId, locationName }, period, onClose }: Props & { period: Period }) => (
  <ConfirmModal
    title="Dismiss the suggestion?"
    confirmLabel="Dismiss"
    confirm={async () => {
      const body = { firstDay: period.firstDay, lastDay: period.lastDay, status: 'dismissed' } as const
      await finish(await call('createOutage', { params: { locationId }, body }), 'The suggestion is dismissed.')
    }}
    onClose={onClose}
  >
    {dayRange(period.firstDay, period.lastDay)} was no outage: no one came to {locationName}, and those who planned to are
    no-shows. It is not suggested again.
  </ConfirmModal>
)

/** Removes everything that was imported, in all years. */
export const RemoveImportedModal = ({ calendar, onClose }: Props) => {
  const { locationId, locationName } = calendar
  const imported = useQuery({
    queryKey: ['getCalendar', 'imported', locationId],
    queryFn: () => listImported(calendar),
    gcTime: 0,
  })
  return (
    <ConfirmModal
      title={`Remove the imported holidays of ${locationName}?`}
      confirmLabel="Remove them"
      isDangerous
      isReady={imported.data !== undefined}
      confirm={async () => {
        const body = { calendar: removalFile(imported.data ?? []) }
        const effect = await call('importHolidays', { params: { locationId }, body })
        await finish(effect, `${countOf(effect.removed, 'imported holiday')} removed.`)
      }}
      onClose={onClose}
    >
      <QueryState query={imported} height={80}>
        {(holidays) => (
          <Stack gap="xs">
            <Text inherit fw={600}>
              {countOf(holidays.length, 'imported holiday')}
              {holidays.length > 0 ? `, ${dayRange(holidays[0]?.day ?? '', holidays.at(-1)?.day ?? '')}` : ''}
            </Text>
            <Text inherit>Holidays that were entered by hand stay. Importing the file again brings the others back.</Text>
          </Stack>
        )}
      </QueryState>
    </ConfirmModal>
  )
}
