import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { type AttendancePolicy, type GroupPolicies, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, NotForYou, QueryState } from '../../../components/states.tsx'
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
            <Table.ScrollContainer
              minWidth={820}
              scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t`Attendance policies` } }}
            >
              <Table withTableBorder verticalSpacing="xs">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>
                      <Trans>Group</Trans>
                    </Table.Th>
                    <Table.Th ta="right">
                      <Trans>People</Trans>
                    </Table.Th>
                    <Table.Th>
                      <Trans>Today</Trans>
                    </Table.Th>
                    <Table.Th>
                      <Trans>Own policies</Trans>
                    </Table.Th>
                    <Table.Th>
                      <Trans context="verb">Change</Trans>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map((group) => (
                    <PolicyRow key={group.groupId} group={group} onChoose={setChosen} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
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

const PolicyRow = ({ group, onChoose }: { group: GroupPolicies; onChoose: (chosen: Chosen) => void }) => {
  const { groupName, groupType, members, current, inherited, policies } = group
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {groupName}{' '}
        <Text span size="xs" c="dimmed" fw={400}>
          {groupType}
        </Text>
      </Table.Th>
      <Table.Td ta="right">{members}</Table.Td>
      <Table.Td>
        {current ? ruleWords(current) : t({ message: 'None', context: 'attendance policy' })}{' '}
        {current && inherited ? (
          <Badge variant="default" tt="none" fw={500}>
            {fromGroup(current)}
          </Badge>
        ) : null}
      </Table.Td>
      <Table.Td>
        <Stack gap={4}>
          {policies.map((policy) => {
            const [rule, date] = [ruleWords(policy), fullDay(policy.validFrom)]
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
      </Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t`Set a policy of ${groupName}`}
          onClick={() => onChoose({ group })}
        >
          <Trans>Set a policy</Trans>
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
