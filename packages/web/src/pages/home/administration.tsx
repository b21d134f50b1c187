import { t } from '@lingui/core/macro'
import { SimpleGrid, Stack } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { hasRole, useSession } from '../../api/session.ts'
import { AttentionCard } from './office/attention-card.tsx'
import { OfficeTodayCard } from './office/office-today-card.tsx'
import { TrendCard } from './office/trend-card.tsx'
import { DirectoryCard } from './service/directory-card.tsx'
import { RefusedCard } from './service/refused-card.tsx'
import { SourcesCard } from './service/sources-card.tsx'
import { WarehouseCard } from './service/warehouse-card.tsx'
import { COLUMNS, Part } from './shared/card.tsx'

/** What administrators see of the office and the service: a chunk of its own, which the home of an employee does not load. */
export const Administration = () => {
  const session = useSession()
  return (
    <>
      <Part title={t`The office`}>
        <SimpleGrid cols={COLUMNS}>
          <Stack gap="md" miw={0}>
            <OfficeTodayCard />
            <AttentionCard />
          </Stack>
          <TrendCard />
        </SimpleGrid>
      </Part>
      <Part title={t`The service`}>
        <SimpleGrid cols={COLUMNS}>
          <SourcesCard />
          <WarehouseCard />
          {hasRole(session, WORKPLACE_ADMINISTRATORS) ? <RefusedCard /> : null}
          {hasRole(session, GLOBAL_ADMINISTRATORS) ? <DirectoryCard /> : null}
        </SimpleGrid>
      </Part>
    </>
  )
}
