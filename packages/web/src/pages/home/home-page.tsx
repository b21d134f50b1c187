import { t } from '@lingui/core/macro'
import { SimpleGrid, Stack } from '@mantine/core'
import { ADMINISTRATORS, GLOBAL_ADMINISTRATORS } from '@rollcall/contract'
import { lazy, Suspense } from 'react'
import { hasRole, useSession } from '../../api/session.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { LoadingState } from '../../components/states.tsx'
import { FirstStepsPlace } from './first-steps/first-steps-place.tsx'
import { BookingCard } from './mine/booking-card.tsx'
import { TodayCard } from './mine/today-card.tsx'
import { WeekCard } from './mine/week-card.tsx'
import { WhoIsInCard } from './mine/who-is-in-card.tsx'
import { COLUMNS, Part } from './shared/card.tsx'

const FirstSteps = lazy(() => import('./first-steps/first-steps.tsx').then(({ FirstSteps }) => ({ default: FirstSteps })))
const SampleData = lazy(() => import('./first-steps/sample-data.tsx').then(({ SampleData }) => ({ default: SampleData })))
const Administration = lazy(() => import('./administration.tsx').then(({ Administration }) => ({ default: Administration })))

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
