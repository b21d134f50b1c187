import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { ViewsMenu } from '../../../workplace/views/views-menu.tsx'
import { useParts } from '../compare/parts.ts'
import { FiguresQuery } from '../figures/figures-query.tsx'
import { PublishedLine } from '../figures/published-line.tsx'
import { idsOf, queryOf } from '../scope/scope.ts'
import { ScopeBar } from '../scope/scope-bar.tsx'
import { useScope } from '../scope/use-scope.ts'
import { CompareGroups } from './compare-groups.tsx'
import { DeskNeedChart } from './desk-need-chart.tsx'
import { GroupTable } from './group-table.tsx'

export const GroupsPage = () => {
  const [scope] = useScope()
  // The figures of several groups in a building cannot be added up.
  const parts = useParts(idsOf(scope.groups).length === 1 ? ['locations'] : ['groups'])
  const query = useQuery({ ...apiQuery('getGroupFigures', { query: queryOf(scope) }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader
        title={t`Groups`}
        description={t`How often the members of groups come, how often they meet, and whether their zones are large enough.`}
        actions={<ViewsMenu page="/analytics/groups" />}
      />
      <ScopeBar withNone />
      <PublishedLine figures={query.data} />
      <FiguresQuery query={query} height={900}>
        {({ groups }) =>
          groups.length === 0 ? (
            <EmptyState picture="people" title={t`No groups in this scope`}>
              <Trans>
                Groups come from the import, from attributes or from administrators, who add them under{' '}
                <TextLink underline="always" to="/admin/groups">
                  Groups
                </TextLink>
                .
              </Trans>
            </EmptyState>
          ) : (
            <Stack gap="md">
              <GroupTable groups={groups} />
              {parts ? <CompareGroups parts={parts} /> : null}
              <DeskNeedChart groups={groups} />
            </Stack>
          )
        }
      </FiguresQuery>
    </>
  )
}
