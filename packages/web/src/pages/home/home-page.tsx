import { SimpleGrid, Stack } from '@mantine/core'
import { ADMINISTRATORS, GLOBAL_ADMINISTRATORS, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { hasRole, useSession } from '../../api/session.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { FirstSteps } from './first-steps/first-steps.tsx'
import { BookingCard } from './mine/booking-card.tsx'
import { TodayCard } from './mine/today-card.tsx'
import { WeekCard } from './mine/week-card.tsx'
import { WhoIsInCard } from './mine/who-is-in-card.tsx'
import { AttentionCard } from './office/attention-card.tsx'
import { OfficeTodayCard } from './office/office-today-card.tsx'
import { TrendCard } from './office/trend-card.tsx'
import { DirectoryCard } from './service/directory-card.tsx'
import { RefusedCard } from './service/refused-card.tsx'
import { SourcesCard } from './service/sources-card.tsx'
import { WarehouseCard } from './service/warehouse-card.tsx'
import { Part } from './shared/card.tsx'

const COLUMNS = { base: 1, lg: 2 }

/** The first page: the day of the user, and for administrators the office and the service. */
export const HomePage = () => {
  const session = useSession()
  const isAdministrator = hasRole(session, ADMINISTRATORS)
  return (
    <>
      <PageHeader title="Home" description={session.firstName ? `Hello, ${session.firstName}.` : undefined} />
      <Stack gap="xl">
        {hasRole(session, GLOBAL_ADMINISTRATORS) ? <FirstSteps /> : null}
        <Part title="Your days">
          <SimpleGrid cols={COLUMNS}>
            <Stack gap="md" miw={0}>
              <TodayCard />
              <BookingCard />
              <WhoIsInCard />
            </Stack>
            <WeekCard />
          </SimpleGrid>
        </Part>
        {isAdministrator ? (
          <Part title="The office">
            <SimpleGrid cols={COLUMNS}>
              <Stack gap="md" miw={0}>
                <OfficeTodayCard />
                <AttentionCard />
              </Stack>
              <TrendCard />
            </SimpleGrid>
          </Part>
        ) : null}
        {isAdministrator ? (
          <Part title="The service">
            <SimpleGrid cols={COLUMNS}>
              <SourcesCard />
              <WarehouseCard />
              {hasRole(session, WORKPLACE_ADMINISTRATORS) ? <RefusedCard /> : null}
              {hasRole(session, GLOBAL_ADMINISTRATORS) ? <DirectoryCard /> : null}
            </SimpleGrid>
          </Part>
        ) : null}
      </Stack>
    </>
  )
}
