import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Code, Group, Modal, Paper, Progress, Stack, Text } from '@mantine/core'
import type { SampleCompany } from '@rollcall/contract'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { TextLink } from '../../../components/links.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { fullDay } from '../../../time/days.ts'
import { percentOf, stepText, useSample } from './use-sample.ts'

/** Sample data of an organization: how far it is, and the way to remove it. */
export const SampleData = () => {
  const sample = useSample()
  switch (sample?.state) {
    case 'making':
    case 'removing':
      return <Busy sample={sample} />
    case 'made':
      return <Made sample={sample} />
    case 'failed':
      return <Failed sample={sample} />
    default:
      return null
  }
}

const Frame = ({ children }: { children: ReactNode }) => (
  <Paper component="section" withBorder p="md" aria-label={t`Sample data`}>
    <Stack gap="xs">{children}</Stack>
  </Paper>
)

const useMake = () =>
  useAction({ mutationFn: () => call('makeSampleCompany'), onSettled: () => void invalidate('getSampleCompany') })

/** Offers sample data within the first steps. */
export const SampleOffer = () => {
  const make = useMake()
  return (
    <>
      {make.error ? <ErrorState error={make.error} /> : null}
      <Group justify="space-between" align="center" gap="md" mb="sm">
        <Text size="sm" flex="1 1 24rem">
          <Trans>
            Look around first: about 60 invented people in two buildings, with eight weeks of badge, Wi-Fi and desk events, plans
            and bookings ahead, and figures. It takes about a minute. Your account stays, and you can remove it all at any time.
            It is offered only now, while there are no buildings, groups, people or events of your own.
          </Trans>
        </Text>
        <Button variant="default" onClick={() => make.mutate()} loading={make.isPending}>
          <Trans>Try with sample data</Trans>
        </Button>
      </Group>
    </>
  )
}

/** Says in place of the offer why there is none. */
export const NoSampleOffer = () => (
  <Text size="sm" c="dimmed" mb="sm">
    <Trans>
      Sample data is offered only while an organization has no buildings, groups, people or events of its own: beside them the
      figures would be mixed, and removing the sample would remove some of yours. To look around all the same, start a separate
      trial on your computer: <Code>npx rollcall demo</Code>
    </Trans>
  </Text>
)

const Busy = ({ sample }: { sample: SampleCompany }) => {
  const isRemoving = sample.state === 'removing'
  const text = stepText(sample)
  return (
    <Frame>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Progress value={isRemoving ? 100 : percentOf(sample)} striped={isRemoving} animated={isRemoving} aria-label={text} />
      <Text size="xs" c="dimmed">
        <Trans>You may leave this page: the service goes on by itself.</Trans>
      </Text>
    </Frame>
  )
}

const Made = ({ sample }: { sample: SampleCompany }) => {
  const until = sample.until && fullDay(sample.until)
  return (
    <Frame>
      <Group justify="space-between" align="center" gap="md">
        <Text size="sm" flex="1 1 24rem">
          <Trans>
            This organization holds sample data.{' '}
            <TextLink underline="always" to="/analytics/attendance">
              See attendance
            </TextLink>
          </Trans>
          {until ? (
            <Text span inherit display="block" c="dimmed">
              {t`Its people come and go until ${until}, while the service runs. Later days only have plans.`}
            </Text>
          ) : null}
        </Text>
        <Remove sample={sample} />
      </Group>
    </Frame>
  )
}

const Failed = ({ sample }: { sample: SampleCompany }) => {
  const make = useMake()
  return (
    <Frame>
      {make.error ? <ErrorState error={make.error} /> : null}
      <Text size="sm" role="alert">
        {sample.step === 'removal' ? t`The sample data could not be removed.` : t`The sample data could not be completed.`}{' '}
        {sample.error}
      </Text>
      <Group gap="sm">
        {sample.canMake ? (
          <Button onClick={() => make.mutate()} loading={make.isPending}>
            <Trans>Continue</Trans>
          </Button>
        ) : null}
        <Remove sample={sample} />
      </Group>
    </Frame>
  )
}

const Remove = ({ sample: { ownPlans } }: { sample: SampleCompany }) => {
  const [isAsked, setAsked] = useState(false)
  const close = (): void => setAsked(false)
  const remove = useAction({
    mutationFn: () => call('removeSampleCompany'),
    onSuccess: close,
    onSettled: () => void invalidate('getSampleCompany'),
  })
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setAsked(true)}>
        <Trans>Remove sample data</Trans>
      </Button>
      <Modal opened={isAsked} onClose={close} title={t`Remove the sample data?`} closeButtonProps={{ 'aria-label': t`Close` }}>
        <Stack gap="sm">
          {remove.error ? <ErrorState error={remove.error} /> : null}
          <Text size="sm">
            <Trans>
              The sample people and buildings go, with all that was added inside these buildings, and with their events, plans,
              bookings, figures and reports. Accounts, keys, settings, and people and buildings of your own stay.
            </Trans>
          </Text>
          {ownPlans > 0 ? (
            <Text size="sm">
              {plural(ownPlans, {
                one: '# plan or booking of your own people in a sample building goes as well.',
                other: '# plans and bookings of your own people in sample buildings go as well.',
              })}
            </Text>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              <Trans>Cancel</Trans>
            </Button>
            <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate()}>
              <Trans>Remove</Trans>
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
