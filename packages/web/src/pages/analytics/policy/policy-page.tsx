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
import { queryOf } from '../scope/scope.ts'
import { ScopeBar } from '../scope/scope-bar.tsx'
import { useScope } from '../scope/use-scope.ts'
import { ComparePolicy } from './compare-policy.tsx'
import { PolicyTable } from './policy-table.tsx'
import { PolicyTrend } from './policy-trend.tsx'

/** How many people met their attendance policy, by group and week. */
export const PolicyPage = () => {
  const [scope] = useScope()
  const parts = useParts()
  const query = useQuery({ ...apiQuery('getPolicyFigures', { query: queryOf(scope) }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader
        title={t`Policy`}
        description={t`How many people of each group met its attendance policy, and how many are expected to. Whether a certain person met it is not shown, and small groups are withheld.`}
        actions={<ViewsMenu page="/analytics/policy" />}
      />
      <ScopeBar withNone />
      <PublishedLine figures={query.data} />
      <FiguresQuery query={query} height={900}>
        {({ groups }) =>
          groups.length === 0 ? (
            <EmptyState picture="chart" title={t`No group in this scope has a policy`}>
              <Trans>
                Administrators set attendance policies of groups under{' '}
                <TextLink underline="always" to="/admin/policies">
                  Policies
                </TextLink>
                . Weeks that end in the period appear when they are published.
              </Trans>
            </EmptyState>
          ) : (
            <Stack gap="md">
              <PolicyTrend groups={groups} />
              {parts ? <ComparePolicy parts={parts} /> : null}
              <PolicyTable groups={groups} />
            </Stack>
          )
        }
      </FiguresQuery>
    </>
  )
}
