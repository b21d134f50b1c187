import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { KeyWithSecret } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useSession } from '../../../api/session.ts'
import { TextLink } from '../../../components/links.tsx'
import { Signal } from '../../../components/signal.tsx'
import { BuildingStep } from './building-step.tsx'
import { FiguresStep } from './figures-step.tsx'
import { FirstStepsPlace, useWereShown } from './first-steps-place.tsx'
import { KeyStep } from './key-step.tsx'
import { More } from './more.tsx'
import { PeopleStep } from './people-step.tsx'
import { type FirstLevel, isComplete, STEPS, type StepName, useProgress } from './progress.ts'
import { NoSampleOffer, SampleOffer } from './sample-data.tsx'
import { sampleQuery } from './use-sample.ts'

const TITLES: Readonly<Record<StepName, string>> = {
  building: t`Add a building`,
  plan: t`Upload a floor plan (optional)`,
  people: t`Add people`,
  key: t`Create a key for a badge or sensor system`,
  event: t`Send the first event`,
  figures: t`Publish the first figures`,
}

const PlanStep = ({ level: { locationId, levelId, levelName } }: { level: FirstLevel }) => (
  <Text size="sm">
    <Trans>
      Open{' '}
      <TextLink underline="always" to="/admin/places/$locationId/levels/$levelId" params={{ locationId, levelId }}>
        {levelName}
      </TextLink>
      , upload a picture of the floor, and drag the desks to where they stand.
    </Trans>
  </Text>
)

const LevelFirst = () => (
  <Text size="sm">
    <Trans>
      Add a level to the building under{' '}
      <TextLink underline="always" to="/admin/places">
        Places
      </TextLink>
      . Its page takes a picture of the floor.
    </Trans>
  </Text>
)

/**
 * The way from an empty organization to its first figures. What is done follows from the data; the browser remembers only that a
 * person does not want to see it, and whether it was there.
 */
export const FirstSteps = () => {
  const { userId } = useSession()
  const { steps } = useSearch({ from: '/shell/' })
  const navigate = useNavigate()
  const [isDismissed, setDismissed] = useLocalStorage({
    key: `rollcall.no-first-steps.${userId}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const progress = useProgress()
  const sample = useQuery(sampleQuery)
  const [wereShown, setWereShown] = useWereShown()
  const id = useId()
  const [made, setMade] = useState<KeyWithSecret>()
  // Steps that were completed in this visit stay, with what came of them.
  const wasShown = useRef(false)
  const isAsked = steps === 'shown'
  const isKnown = !sample.isPending && progress !== undefined
  // Steps that the sample company completed are not those of the organization.
  const isOwn = sample.data?.state === 'none'
  const isShown = isOwn && !!progress && (isAsked || (!isDismissed && (!isComplete(progress) || wasShown.current)))
  useEffect(() => {
    if (isKnown && wereShown !== isShown) setWereShown(isShown)
  }, [isKnown, isShown, wereShown, setWereShown])
  if (!isKnown) return <FirstStepsPlace />
  if (!isShown) return null
  wasShown.current = true
  const next = STEPS.find((step) => !progress[step] && step !== 'plan')
  // The key stays open with its line until it is hidden, because its secret is shown only once.
  const keyStep = <KeyStep made={made} onMade={setMade} hasEvent={progress.event} />
  const contentOf: Partial<Record<StepName, ReactNode>> = {
    ...(next === 'building' ? { building: <BuildingStep /> } : {}),
    ...(progress.building && !progress.plan
      ? { plan: progress.level ? <PlanStep level={progress.level} /> : <LevelFirst /> }
      : {}),
    ...(next === 'people' ? { people: <PeopleStep /> } : {}),
    ...(next === 'key' && !made ? { key: keyStep } : {}),
    ...(next === 'event' || made ? { event: keyStep } : {}),
    ...(next === 'figures' || progress.figures ? { figures: <FiguresStep /> } : {}),
  }
  const dismiss = (): void => {
    setDismissed(true)
    setMade(undefined)
    void navigate({ to: '/', search: {} })
  }
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" mb="xs">
        <div>
          <Title order={2} size="h3" id={id}>
            <Trans>First steps</Trans>
          </Title>
          <Text size="sm" c="dimmed">
            {next ? t`From an empty service to the first figures in a few minutes.` : t`All done.`}
          </Text>
        </div>
        <Button variant="default" size="xs" onClick={dismiss}>
          <Trans>Hide</Trans>
        </Button>
      </Group>
      {sample.data?.canMake ? <SampleOffer /> : <NoSampleOffer />}
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {STEPS.map((step) => {
          const [title, content] = [TITLES[step], contentOf[step]]
          return (
            <li key={step} aria-label={title} aria-current={step === next ? 'step' : undefined}>
              <Signal tone={progress[step] ? 'good' : 'none'}>{progress[step] ? t`${title}: done` : title}</Signal>
              {content ? (
                <Stack gap="xs" mt={6} ps={22}>
                  {content}
                </Stack>
              ) : null}
              {progress[step] ? <More step={step} /> : null}
            </li>
          )
        })}
      </Stack>
    </Paper>
  )
}
