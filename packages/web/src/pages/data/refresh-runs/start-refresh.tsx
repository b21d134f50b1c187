import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { DayField } from '../../../components/fields.tsx'
import { notifyDone, notifyFailed } from '../../../components/notices.tsx'
import { SearchSelect } from '../../../components/search-select.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { dayError } from '../../../components/typed-day.ts'
import { isDay } from '../../../time/days.ts'
import { locationsQuery } from '../../../workplace/directory.ts'

const SCOPES = {
  due: { label: t`New and changed days`, description: t`Days that are over and not published, and published days that changed.` },
  days: { label: t`Certain days`, description: t`Computed again even if no change is known.` },
  all: {
    label: t`Every published day`,
    description: t`Takes as long as the first publication did. Days with the same result stay as they are.`,
  },
} as const
type Scope = keyof typeof SCOPES

const DONE = ({ days, segments, restated }: { days: number; segments: number; restated: number }): string =>
  segments === 0
    ? t`Nothing has changed: ${plural(days, { one: '# day', other: '# days' })} computed.`
    : t`Published ${plural(segments, { one: '# segment', other: '# segments' })} of ${plural(days, { one: '# day', other: '# days' })}, ${restated} of them again.`

/** Explains and starts a refresh, which continues when the user leaves the page. */
export const StartRefresh = ({ isRunning }: { isRunning: boolean }) => {
  const [isOpen, setOpen] = useState(false)
  const [scope, setScope] = useState<Scope>('due')
  const [locationId, setLocationId] = useState<string | null>(null)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const { data: locations } = useQuery(locationsQuery)
  const run = useAction({
    mutationFn: () => {
      const days = scope === 'days' ? { from, ...(to === '' ? {} : { to }) } : scope === 'all' ? { all: true } : {}
      return call('runRefresh', { body: { ...(locationId ? { locationId } : {}), ...days } })
    },
    onSuccess: (done) => {
      notifyDone(DONE(done))
      setOpen(false)
    },
    onError: (error) => !isOpen && notifyFailed(error),
    onSettled: () => invalidate('listRefreshRuns', 'readChanges'),
  })
  const start = (): void => {
    run.mutate()
    // The refresh has started by the time the list is read again.
    setTimeout(() => void invalidate('listRefreshRuns'), 400)
  }
  const needsDay = scope === 'days' && (!isDay(from) || dayError(to) !== null)
  return (
    <>
      <Button onClick={() => setOpen(true)} disabled={isRunning && !run.isPending} loading={run.isPending && !isOpen}>
        <Trans>Refresh now</Trans>
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => {
          setOpen(false)
          run.reset()
        }}
        title={t`Refresh the warehouse now?`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <Stack gap="sm">
          <Text size="sm">
            <Trans>
              It publishes what integrators read, as the night would. It may take minutes; repeating it changes nothing.
            </Trans>
          </Text>
          <Radio.Group label={t`What to compute`} value={scope} onChange={(value) => setScope(value as Scope)}>
            <Stack gap="xs" mt={4}>
              {(Object.keys(SCOPES) as Scope[]).map((name) => (
                <Radio key={name} value={name} label={SCOPES[name].label} description={SCOPES[name].description} />
              ))}
            </Stack>
          </Radio.Group>
          {scope === 'days' ? (
            <Group grow align="flex-start">
              <DayField label={t`From`} required isPast value={from} onChange={setFrom} />
              <DayField
                label={t`Up to`}
                description={t`Empty: the last day that is over.`}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={to}
                clearable
                isPast
                onChange={setTo}
              />
            </Group>
          ) : null}
          <SearchSelect
            label={t`Building`}
            placeholder={t`All`}
            data={(locations ?? []).map(({ locationId: value, locationName: label }) => ({ value, label }))}
            value={locationId}
            onChange={setLocationId}
            clearable
            clearButtonProps={{ 'aria-label': t`All buildings` }}
          />
          {run.error ? <ErrorState error={run.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {run.isPending ? t`Close` : t`Cancel`}
            </Button>
            <Button onClick={start} loading={run.isPending} disabled={needsDay}>
              <Trans>Refresh now</Trans>
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
