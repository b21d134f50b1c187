import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { type AttendancePolicy, type GroupPolicies, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { showNumber } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, NotForYou, QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { fullDay } from '../../../time/days.ts'
import { ruleWords } from '../../../workplace/policy-words.ts'
import { PolicyModal } from './policy-modal.tsx'
import { RemovePolicyModal } from './remove-policy-modal.tsx'

/** What groups expect of attendance, and from when. */
export const PoliciesPage = () => (
  <>
    <PageHeader
      title={t`Attendance policies`}
      description={t`How many days the people of a group come to the office. A policy also holds for the groups below, unless they have their own. Time off, holidays and closures reduce it in proportion.`}
    />
    {hasRole(useSession(), WORKPLACE_ADMINISTRATORS) ? (
      <Policies />
    ) : (
      <NotForYou what={t`Attendance policies`} roles={WORKPLACE_ADMINISTRATORS} />
    )}
  </>
)

interface Chosen {
  readonly group: GroupPolicies
  /** The policy to remove; absent to set one. */
  readonly removed?: AttendancePolicy
}

const Policies = () => {
  const policies = useQuery(apiQuery('listPolicies'))
  const [chosen, setChosen] = useState<Chosen>()
  const close = () => setChosen(undefined)
  return (
    <QueryState query={policies} height={480}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState picture="people" title={t`There are no groups yet`}>
            <Trans>
              A policy belongs to a group. Add the first one under{' '}
              <TextLink underline="always" to="/admin/groups">
                Groups
              </TextLink>
              , or{' '}
              <TextLink underline="always" to="/admin/import">
                import a file
              </TextLink>
              .
            </Trans>
          </EmptyState>
        ) : (
          <>
            <FactTable
              id="policies"
              label={t`Attendance policies`}
              columns={columnsOf(setChosen)}
              rows={items}
              rowKey={({ groupId }) => groupId}
              minWidth={820}
            />
            {chosen?.removed ? <RemovePolicyModal policy={chosen.removed} onClose={close} /> : null}
            {chosen && !chosen.removed ? <PolicyModal group={chosen.group} onClose={close} /> : null}
          </>
        )
      }
    </QueryState>
  )
}

const fromGroup = ({ groupName }: AttendancePolicy): string =>
  t({ message: `from ${groupName}`, comment: 'The group whose policy holds' })

const columnsOf = (onChoose: (chosen: Chosen) => void): readonly ListColumn<GroupPolicies>[] => [
  {
    key: 'groupName',
    name: t`Group`,
    value: ({ groupName }) => groupName,
    render: ({ groupName, groupType }) => (
      <>
        {groupName}{' '}
        <Text span size="xs" c="dimmed" fw={400}>
          {groupType}
        </Text>
      </>
    ),
  },
  {
    key: 'members',
    name: t`People`,
    value: ({ members }) => members,
    render: ({ members, otherMembers }) =>
      otherMembers > 0 ? (
        <>
          {showNumber(members)}
          <Text size="xs" c="dimmed">
            {plural(otherMembers, {
              one: '# member has another primary group or none',
              other: '# members have another primary group or none',
            })}
          </Text>
        </>
      ) : null,
  },
  {
    key: 'current',
    name: t`Today`,
    value: ({ current }) => (current ? ruleWords(current) : t({ message: 'None', context: 'attendance policy' })),
    render: ({ current, inherited }) =>
      current && inherited ? (
        <>
          {ruleWords(current)}{' '}
          <Badge variant="default" tt="none" fw={500}>
            {fromGroup(current)}
          </Badge>
        </>
      ) : null,
  },
  {
    key: 'policies',
    name: t`Own policies`,
    value: ({ policies }) => policies.length,
    align: 'left',
    render: (group) => (group.policies.length > 0 ? <OwnPolicies group={group} onChoose={onChoose} /> : '–'),
  },
  {
    key: 'change',
    name: t({ message: 'Change', context: 'verb' }),
    value: () => null,
    isAction: true,
    render: (group) => {
      const { groupName } = group
      return (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t`Set a policy of ${groupName}`}
          onClick={() => onChoose({ group })}
        >
          <Trans>Set a policy</Trans>
        </Button>
      )
    },
  },
]

const OwnPolicies = ({ group, onChoose }: { group: GroupPolicies; onChoose: (chosen: Chosen) => void }) => (
  <Stack gap={4}>
    {group.policies.map((policy) => {
      const [groupName, rule, date] = [group.groupName, ruleWords(policy), fullDay(policy.validFrom)]
      return (
        <Group key={policy.validFrom} gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm">
            <Trans>
              {rule} from {date}
            </Trans>
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            flex="none"
            aria-label={t`Remove the policy of ${groupName} from ${date}`}
            onClick={() => onChoose({ group, removed: policy })}
          >
            <Trans>Remove</Trans>
          </Button>
        </Group>
      )
    })}
  </Stack>
)
