import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { CalendarEffect } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { QueryState } from '../../../components/states.tsx'
import { dayRange, fullDay } from '../../../time/days.ts'
import type { Calendar } from '../../../workplace/calendar.ts'
import { ConfirmModal } from '../shared/modals.tsx'
import { readAgain, restatedWords } from './effect.ts'
import { listImported, removalFile } from './imported.ts'

interface Period {
  readonly firstDay: string
  readonly lastDay: string
}

interface Props {
  readonly calendar: Calendar
  readonly onClose: () => void
}

const finish = async (effect: CalendarEffect, words: string): Promise<void> => {
  await readAgain()
  notifyDone([words, ...restatedWords(effect)].join(' '))
}

/** Removes all holidays of a day. */
export const RemoveHolidayModal = ({ calendar, day, names, onClose }: Props & { day: string; names: readonly string[] }) => {
  const [holidays, date] = [names.join(', '), fullDay(day)]
  return (
    <ConfirmModal
      title={t`Remove ${holidays}?`}
      confirmLabel={t`Remove`}
      isDangerous
      confirm={async () => {
        const params = { locationId: calendar.locationId, date: day }
        await finish(await call('removeHoliday', { params }), t`${date} is no holiday.`)
      }}
      onClose={onClose}
    >
      <Trans>
        {date} becomes a usual day again, and office plans of it count. Canceled bookings do not come back. An imported holiday
        returns when its file is imported again.
      </Trans>
    </ConfirmModal>
  )
}

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
      title={isClosure ? t`Open ${locationName} again?` : t`Remove the outage?`}
      confirmLabel={isClosure ? t`Remove the closure` : t`Remove the outage`}
      isDangerous
      confirm={async () => {
        const effect = isClosure
          ? await call('removeClosure', { params: { locationId, closureId: id } })
          : await call('removeOutage', { params: { locationId, outageId: id } })
        await finish(effect, isClosure ? t`The closure of ${days} is removed.` : t`The outage of ${days} is removed.`)
      }}
      onClose={onClose}
    >
      {isClosure
        ? t`${days}: canceled bookings do not come back; the next night books by plan again.`
        : t`${days}: people who planned to come and were not seen become no-shows again.`}
    </ConfirmModal>
  )
}

/** Refuses a suggested outage. */
export const DismissModal = ({ calendar: { locationId, locationName }, period, onClose }: Props & { period: Period }) => {
  const { firstDay, lastDay } = period
  const days = dayRange(firstDay, lastDay)
  return (
    <ConfirmModal
      title={t`Dismiss the suggestion?`}
      confirmLabel={t`Dismiss`}
      confirm={async () => {
        const body = { firstDay, lastDay, status: 'dismissed' } as const
        await finish(await call('createOutage', { params: { locationId }, body }), t`The suggestion is dismissed.`)
      }}
      onClose={onClose}
    >
      <Trans>
        {days} was no outage: no one came to {locationName}, and those who planned to are no-shows. It is not suggested again.
      </Trans>
    </ConfirmModal>
  )
}

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
      title={t`Remove the imported holidays of ${locationName}?`}
      confirmLabel={t`Remove them`}
      isDangerous
      isReady={imported.data !== undefined}
      confirm={async () => {
        const body = { calendar: removalFile(imported.data ?? []) }
        const effect = await call('importHolidays', { params: { locationId }, body })
        const { removed } = effect
        await finish(effect, t`${plural(removed, { one: '# imported holiday', other: '# imported holidays' })} removed.`)
      }}
      onClose={onClose}
    >
      <QueryState query={imported} height={80}>
        {(holidays) => (
          <Stack gap="xs">
            <Text inherit fw={600}>
              {importedWords(holidays)}
            </Text>
            <Text inherit>
              <Trans>Holidays that were entered by hand stay. Importing the file again brings the others back.</Trans>
            </Text>
          </Stack>
        )}
      </QueryState>
    </ConfirmModal>
  )
}

const importedWords = (holidays: readonly { readonly day: string }[]): string => {
  const [count, first, last] = [holidays.length, holidays[0], holidays.at(-1)]
  if (!first || !last) return plural(count, { one: '# imported holiday', other: '# imported holidays' })
  const days = dayRange(first.day, last.day)
  return t`${plural(count, { one: '# imported holiday', other: '# imported holidays' })}, ${days}`
}
