import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { apiQuery, invalidate, queryClient } from '../../api/query.ts'
import { useSession } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../components/notices.tsx'
import { ErrorState, QueryState } from '../../components/states.tsx'
import { momentText } from '../../time/zoned-time.ts'
import { browserName } from './browser-name.ts'
import { Section } from './section.tsx'
import { type DeviceState, NoPushService, NotAllowed, readDeviceState, switchOff, switchOn } from './this-device.ts'

type Device = Answer<'listPushDevices'>['items'][number]

const DEVICES = apiQuery('listPushDevices')
const stateQuery = (userId: string) =>
  queryOptions({ queryKey: ['push-state', userId], queryFn: () => readDeviceState(userId), staleTime: 0 })

const readAgain = async (): Promise<void> => {
  await Promise.all([invalidate('listPushDevices'), queryClient.invalidateQueries({ queryKey: ['push-state'] })])
}

/** Notifications of this browser, also while the app is closed, and of the other devices of the person. */
export const DevicesSection = () => {
  const { userId } = useSession()
  const devices = useQuery(DEVICES)
  const { data: state } = useQuery(stateQuery(userId ?? ''))
  return (
    <Section title={t`Notifications on this device`}>
      <QueryState query={devices} height={100}>
        {({ isOffered, publicKey, items }) => (
          <Stack gap="sm">
            {isOffered && publicKey && state ? (
              <ThisDevice state={state} userId={userId ?? ''} publicKey={publicKey} items={items} />
            ) : null}
            {isOffered ? null : (
              <Text size="sm">
                <Trans>
                  This service sends none to devices: its operator has not switched that on. The bell in the app shows them all
                  the same.
                </Trans>
              </Text>
            )}
            {items.length > 0 ? <DeviceList items={items} currentId={state?.is === 'on' ? state.id : undefined} /> : null}
          </Stack>
        )}
      </QueryState>
    </Section>
  )
}

/** Why this browser cannot notify, and what to do about it. */
const WHY_NOT: Readonly<Record<'unsupported' | 'home-screen' | 'blocked', string>> = {
  unsupported: t`This browser cannot show notifications, or the app is not reached by https here. Try a current Chrome, Edge, Firefox or Safari.`,
  'home-screen': t`On an iPhone or iPad, first add Rollcall to the home screen: Share, then “Add to Home Screen”. Open it from there and switch notifications on.`,
  blocked: t`Notifications of this page are blocked in the browser. To allow them, click the sign left of the address, open the permissions of the page, allow notifications, and load the page again.`,
}

interface ThisDeviceProps {
  readonly state: DeviceState
  readonly userId: string
  readonly publicKey: string
  readonly items: readonly Device[]
}

const ThisDevice = ({ state, userId, publicKey, items }: ThisDeviceProps) => {
  // The person may have removed it on another device.
  const isOn = state.is === 'on' && items.some(({ id }) => id === state.id)
  const switching = useAction({
    mutationFn: async (isWanted: boolean) => {
      if (isWanted) return switchOn(publicKey, userId)
      if (state.is === 'on') await call('removePushDevice', { params: { deviceId: state.id } })
      await switchOff()
    },
    onSuccess: (_, isWanted) => notifyDone(isWanted ? t`This device notifies you now.` : t`This device no longer notifies you.`),
    onSettled: readAgain,
  })
  if (state.is !== 'on' && state.is !== 'off') return <Text size="sm">{WHY_NOT[state.is]}</Text>
  return (
    <>
      <Switch
        label={t`Notify me on this device`}
        checked={switching.isPending ? switching.variables : isOn}
        disabled={switching.isPending}
        onChange={({ currentTarget }) => switching.mutate(currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        <Trans>
          Also while Rollcall is closed, until you sign out in this browser. The maker of the browser passes notifications on and
          cannot read them.
        </Trans>
      </Text>
      {switching.error ? <SwitchError error={switching.error} /> : null}
    </>
  )
}

const SwitchError = ({ error }: { error: Error }) => {
  if (error instanceof NotAllowed) {
    return (
      <Text size="sm" role="alert">
        <Trans>The browser did not allow it. If it did not ask you, its settings for this page block notifications.</Trans>
      </Text>
    )
  }
  if (error instanceof NoPushService) {
    return (
      <Text size="sm" role="alert">
        <Trans>
          The browser did not reach the service that passes its notifications on. Some browsers and networks switch that off; try
          again later or in another browser.
        </Trans>
      </Text>
    )
  }
  return <ErrorState error={error} />
}

const DeviceList = ({ items, currentId }: { items: readonly Device[]; currentId: string | undefined }) => {
  const removing = useAction({
    mutationFn: (deviceId: string) => call('removePushDevice', { params: { deviceId } }),
    lockOf: (deviceId) => deviceId,
    onSuccess: async () => {
      notifyDone(t`That device no longer notifies you.`)
      await readAgain()
    },
    onError: notifyFailed,
  })
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Devices that notify you`}>
      {items.map(({ id, userAgent, createdAt, lastUsedAt }) => {
        const [browser, since, lastUsed] = [browserName(userAgent), momentText(createdAt), momentText(lastUsedAt)]
        return (
          <Group key={id} component="li" justify="space-between" wrap="nowrap" gap="sm">
            <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Text size="sm" fw={600} title={userAgent ?? undefined}>
                {browser}
              </Text>
              <Text size="sm" c="dimmed">
                {t`Since ${since}; last used ${lastUsed}`}
              </Text>
            </div>
            {id === currentId ? (
              <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
                <Trans>This browser</Trans>
              </Text>
            ) : (
              <Button
                size="xs"
                variant="default"
                style={{ flexShrink: 0 }}
                aria-label={t`Remove: ${browser}, since ${since}`}
                loading={removing.isLocked(id)}
                onClick={() => removing.mutate(id)}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </Group>
        )
      })}
    </Stack>
  )
}
