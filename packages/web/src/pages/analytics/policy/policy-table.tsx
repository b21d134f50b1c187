import { t } from '@lingui/core/macro'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import type { Column, ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { WithheldText } from '../figures/figures-query.tsx'
import { showPercent, showWeek, showWhole } from '../figures/show.ts'
import { type PolicyGroup, shareMet } from './policy-counts.ts'

const TITLE = t`Policy by group`

const percent = (share: number | null): string => (share === null ? '–' : showPercent(share))
const forecastWords = ({ forecast }: PolicyGroup, index: number): string => {
  const week = forecast[index]
  if (!week) return '–'
  const [expected, people] = [showWhole(week.expected), showWhole(week.people)]
  return t`${expected} of ${people}`
}
const lastWeek = ({ weeks }: PolicyGroup) => weeks.at(-1)

const figure = (name: string, key: string, value: (group: PolicyGroup) => number | null): ListColumn<PolicyGroup> => ({
  key,
  name,
  value,
  align: 'right',
})

const expected = (name: string, index: number): ListColumn<PolicyGroup> => ({
  ...figure(name, `expected-${index}`, ({ forecast }) => forecast[index]?.expected ?? null),
  show: (group) => forecastWords(group, index),
})

const FIGURES: readonly ListColumn<PolicyGroup>[] = [
  {
    key: 'week',
    name: t`Last week`,
    value: (group) => lastWeek(group)?.week ?? null,
    show: (group) => {
      const week = lastWeek(group)
      return week ? showWeek(week.day) : '–'
    },
    align: 'right',
    isWhole: true,
  },
  figure(t`People`, 'people', (group) => lastWeek(group)?.people ?? null),
  figure(t`Met`, 'met', (group) => lastWeek(group)?.met ?? null),
  figure(t`Partly met`, 'partly', (group) => lastWeek(group)?.partly ?? null),
  figure(t`Not met`, 'missed', (group) => lastWeek(group)?.missed ?? null),
  { ...figure(t`Nothing required`, 'exempt', (group) => lastWeek(group)?.exempt ?? null), isExtra: true },
]

/** The share follows from the numbers, and what is withheld stands in place of them in the table. */
const FILE_COLUMNS: readonly Column<PolicyGroup>[] = [
  { name: t`Group`, value: ({ groupName }) => groupName },
  { name: t`Kind`, value: ({ groupType }) => groupType },
  { name: t`Withheld`, value: ({ hidden }) => (hidden ? t`yes` : t`no`) },
  ...FIGURES,
  expected(t`Expected this week`, 0),
  expected(t`Expected next week`, 1),
]

const COLUMNS: readonly ListColumn<PolicyGroup>[] = [
  { key: 'group', name: t`Group`, value: ({ groupName }) => groupName },
  { key: 'type', name: t`Kind`, value: ({ groupType }) => groupType, isChoice: true, isKept: true },
  ...FIGURES,
  {
    ...figure(t`Share met`, 'share', (group) => {
      const week = lastWeek(group)
      return week ? shareMet(week) : null
    }),
    show: (group) => {
      const week = lastWeek(group)
      return week ? percent(shareMet(week)) : '–'
    },
  },
  expected(t`This week`, 0),
  expected(t`Next week`, 1),
]

/** The hierarchy of groups: the last published week of each, and what is expected. */
export const PolicyTable = ({ groups }: { groups: readonly PolicyGroup[] }) => (
  <FigureFrame
    title={TITLE}
    description={t`Each group includes the groups below it. The last published week of the period, and how many people are expected to meet the policy by presence so far and office plans, of those with anything required.`}
  >
    <FactTable
      id="groups"
      label={TITLE}
      columns={COLUMNS}
      fileColumns={FILE_COLUMNS}
      rows={groups}
      rowKey={({ groupId }) => groupId}
      tree={{ parentOf: ({ parentId }) => parentId, foldLabel: ({ groupName }) => t`Groups below ${groupName}` }}
      minWidth={900}
      maxHeight={640}
      inPlaceOf={({ hidden, withheld }) => (hidden ? <WithheldText withheld={withheld} /> : null)}
    />
  </FigureFrame>
)
