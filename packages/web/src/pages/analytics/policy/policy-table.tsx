import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Table, Text } from '@mantine/core'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import type { Column } from '../../../components/table/columns.ts'
import { CsvButton } from '../../../components/table/csv-button.tsx'
import { WithheldText } from '../figures/figures-query.tsx'
import { showPercent } from '../figures/show.ts'
import { type PolicyGroup, shareMet } from './policy-counts.ts'

const TITLE = t`Policy by group`
const percent = (share: number | null): string => (share === null ? '–' : showPercent(share))
const forecastWords = ({ forecast }: PolicyGroup, index: number): string => {
  const week = forecast[index]
  if (!week) return '–'
  const { expected, people } = week
  return t`${expected} of ${people}`
}
const lastWeek = ({ weeks }: PolicyGroup) => weeks.at(-1)

const COLUMNS: readonly Column<PolicyGroup>[] = [
  { name: t`Group`, value: ({ groupName }) => groupName },
  { name: t`Type`, value: ({ groupType }) => groupType },
  { name: t`Withheld`, value: ({ hidden }) => (hidden ? t`yes` : t`no`) },
  { name: t`Last week`, value: (group) => lastWeek(group)?.week ?? null },
  { name: t`People`, value: (group) => lastWeek(group)?.people ?? null },
  { name: t`Met`, value: (group) => lastWeek(group)?.met ?? null },
  { name: t`Partly met`, value: (group) => lastWeek(group)?.partly ?? null },
  { name: t`Not met`, value: (group) => lastWeek(group)?.missed ?? null },
  { name: t`Nothing required`, value: (group) => lastWeek(group)?.exempt ?? null },
  { name: t`Expected this week`, value: ({ forecast }) => forecast[0]?.expected ?? null },
  { name: t`Expected next week`, value: ({ forecast }) => forecast[1]?.expected ?? null },
]

const HEADINGS = [
  t`Last week`,
  t`People`,
  t`Met`,
  t`Partly met`,
  t`Not met`,
  t`Nothing required`,
  t`Share met`,
  t`This week`,
  t`Next week`,
]

/** Each group with the groups below it: its last published week, and what is expected. */
export const PolicyTable = ({ groups }: { groups: readonly PolicyGroup[] }) => (
  <FigureFrame
    title={TITLE}
    description={t`Each group includes the groups below it. The last published week of the period, and how many people are expected to meet the policy by presence so far and office plans, of those with anything required.`}
    actions={<CsvButton title={TITLE} columns={COLUMNS} rows={groups} />}
  >
    <Table.ScrollContainer minWidth={960} maxHeight={640} type="native" tabIndex={0} role="group" aria-label={TITLE}>
      <Table aria-label={TITLE} verticalSpacing={5} fz="sm" stickyHeader style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Group</Trans>
            </Table.Th>
            {HEADINGS.map((heading) => (
              <Table.Th key={heading} scope="col" ta="right">
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map((group) => (
            <Table.Tr key={group.groupId}>
              <Table.Th scope="row">
                {group.groupName}{' '}
                <Text span size="xs" c="dimmed" fw={400}>
                  {group.groupType}
                </Text>
              </Table.Th>
              {group.hidden ? (
                <Table.Td colSpan={HEADINGS.length}>
                  <WithheldText withheld={group.withheld} />
                </Table.Td>
              ) : (
                <Figures group={group} />
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  </FigureFrame>
)

const Figures = ({ group }: { group: PolicyGroup }) => {
  const week = lastWeek(group)
  const cells = [
    ...[week?.week, week?.people, week?.met, week?.partly, week?.missed, week?.exempt],
    ...[week ? percent(shareMet(week)) : undefined, forecastWords(group, 0), forecastWords(group, 1)],
  ]
  return cells.map((cell, index) => (
    <Table.Td key={HEADINGS[index]} ta="right" style={{ whiteSpace: 'nowrap' }}>
      {cell ?? '–'}
    </Table.Td>
  ))
}
