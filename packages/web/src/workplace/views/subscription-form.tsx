import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import type { SavedView, Subscription } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { apiQuery, invalidate } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { TimeField } from '../../components/fields.tsx'
import { notifyDone } from '../../components/notices.tsx'
import { ErrorState } from '../../components/states.tsx'
import { FormDialog, Unsaved } from '../../components/unsaved.tsx'
import { nameOfWeekday } from '../../time/days.ts'
import { isTime } from '../../time/zoned-time.ts'

const FIRST: Subscription = { frequency: 'weekly', day: 1, time: '08:00', byMail: true }
const DAYS = Array.from({ length: 28 }, (_, index) => String(index + 1))
const WEEKDAYS = DAYS.slice(0, 7).map((value) => ({ value, label: nameOfWeekday(Number(value)) }))

/** When a report of a view is made, and whether it is mailed. */
export const SubscriptionForm = ({ view, onClose }: { view: SavedView; onClose: () => void }) => {
  const { viewId, name, subscription } = view
  const before: Subscription = subscription ?? FIRST
  const [wanted, setWanted] = useState(before)
  const [isTried, setTried] = useState(false)
  const options = useQuery(apiQuery('getSignInOptions'))
  // Passwords are reset by mail wherever there is a mail server.
  const canMail = options.data?.canResetByMail ?? true
  const params = { viewId }
  const again = { onSettled: () => invalidate('listViews') }
  const saving = useAction({
    ...again,
    mutationFn: () => {
      const { frequency, day, time, byMail } = wanted
      return call('subscribeToView', { params, body: { frequency, day, time, byMail: byMail && canMail } })
    },
    onSuccess: () => {
      notifyDone(wanted.frequency === 'weekly' ? t`You get ${name} every week.` : t`You get ${name} every month.`)
      onClose()
    },
  })
  const ending = useAction({
    ...again,
    mutationFn: () => call('unsubscribeFromView', { params }),
    onSuccess: () => {
      notifyDone(t`You no longer get ${name}.`)
      onClose()
    },
  })
  const change = (changes: Partial<Subscription>) => setWanted((now) => ({ ...now, ...changes }))
  const isDirty = JSON.stringify(wanted) !== JSON.stringify(before)
  const isTimed = isTime(wanted.time)
  const error = saving.error ?? ending.error
  return (
    <FormDialog opened onClose={onClose} title={t`Subscribe to ${name}`} size="md">
      <Unsaved isDirty={isDirty && !saving.isPending} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (isTimed) saving.mutate()
        }}
      >
        <Stack>
          {error ? <ErrorState error={error} /> : null}
          <Text size="sm">
            <Trans>
              A report with the numbers of this view appears under Reports at these times, as long as your roles open the page.
            </Trans>
          </Text>
          <Group grow align="flex-start">
            <Select
              label={t`How often`}
              data={[
                { value: 'weekly', label: t`Every week` },
                { value: 'monthly', label: t`Every month` },
              ]}
              allowDeselect={false}
              value={wanted.frequency}
              onChange={(frequency) => change({ frequency: frequency as Subscription['frequency'], day: 1 })}
            />
            <Select
              label={wanted.frequency === 'weekly' ? t({ message: 'On', context: 'weekday' }) : t`Day of the month`}
              data={wanted.frequency === 'weekly' ? WEEKDAYS : DAYS}
              allowDeselect={false}
              value={String(wanted.day)}
              onChange={(day) => change({ day: Number(day) })}
            />
          </Group>
          <TimeField
            label={t({ message: 'At', context: 'time of day' })}
            description={t`On a 24-hour clock, in the time zone of your organization.`}
            value={wanted.time}
            onChange={(time) => change({ time })}
            error={isTried && !isTimed ? t`Give a time, such as 08:00.` : undefined}
          />
          <Checkbox
            label={t`Mail it to me as well`}
            description={canMail ? undefined : t`This service has no mail server.`}
            disabled={!canMail}
            checked={wanted.byMail && canMail}
            onChange={({ currentTarget }) => change({ byMail: currentTarget.checked })}
          />
          <Group justify="space-between">
            {subscription ? (
              <Button variant="subtle" color="red" loading={ending.isPending} onClick={() => ending.mutate()}>
                <Trans>Unsubscribe</Trans>
              </Button>
            ) : (
              <span />
            )}
            <Group gap="sm">
              <Button variant="default" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={saving.isPending}>
                {subscription ? t`Save` : t`Subscribe`}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  )
}
