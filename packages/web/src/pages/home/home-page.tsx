import { t } from '@lingui/core/macro'
import { SimpleGrid, Stack } from '@mantine/core'
import { ADMINISTRATORS, GLOBAL_ADMINISTRATORS } from '@rollcall/contract'
import { lazy, Suspense } from 'react'
import { hasRole, useSession } from '../../api/session.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { LoadingState } from '../../components/states.tsx'
import { wordsOf } from '../../language/words.ts'
import { FirstStepsPlace } from './first-steps/first-steps-place.tsx'
import { BookingCard } from './mine/booking-card.tsx'
import { TodayCard } from './mine/today-card.tsx'
import { WeekCard } from './mine/week-card.tsx'
import { WhoIsInCard } from './mine/who-is-in-card.tsx'
import { COLUMNS, Part } from './shared/card.tsx'

const overview = <Module,>(load: () => Promise<Module>): Promise<Module> => wordsOf('overview').then(load)
const FirstSteps = lazy(async () => ({ default: (await overview(() => import('./first-steps/first-steps.tsx'))).FirstSteps }))
const SampleData = lazy(async () => ({ default: (await overview(() => import('./first-steps/sample-data.tsx'))).SampleData }))
const Administration = lazy(async () => ({ default: (await overview(() => import('./administration.tsx'))).Administration }))

/** The first page: the day of the user, and for administrators the office and the service. */
export const HomePage = () => {
  const session = useSession()
  const { firstName } = session
  return (
    <>
      <PageHeader title={t`Home`} description={firstName ? t`Hello, ${firstName}.` : undefined} />
      <Stack gap="xl">
        {hasRole(session, GLOBAL_ADMINISTRATORS) ? (
          <Suspense fallback={<FirstStepsPlace />}>
            <SampleData />
            <FirstSteps />
          </Suspense>
        ) : null}
        <Part title={t`Your days`}>
          <SimpleGrid cols={COLUMNS}>
            <Stack gap="md" miw={0}>
              <TodayCard />
              <BookingCard />
              <WhoIsInCard />
            </Stack>
            <WeekCard />
          </SimpleGrid>
        </Part>
        {hasRole(session, ADMINISTRATORS) ? (
          <Suspense fallback={<LoadingState height={600} />}>
            <Administration />
          </Suspense>
        ) : null}
      </Stack>
    </>
  )
}
