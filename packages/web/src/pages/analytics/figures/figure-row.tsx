import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Group, Paper, Popover, SimpleGrid, Stack, Text } from '@mantine/core'
import type { AttendanceFigures, KpiDefinition, KpiName } from '@rollcall/contract'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { type Compared, type Comparison, compare, comparisonText, isComparable } from './comparison.ts'
import { KPIS } from './kpis.ts'
import { showFigure } from './show.ts'

type Kpis = { readonly [K in KpiName]?: number | null }

/** KPIs with their definitions, and with their values on the compared days and on the days before. */
export const figuresOf = (
  names: readonly KpiName[],
  kpis: Kpis,
  { current, kpis: before }: Pick<AttendanceFigures['previous'], 'current' | 'kpis'>,
): Figure[] => {
  const of = (some: Kpis, name: KpiName) => some[name] ?? null
  return names.map((name) => ({
    ...KPIS[name],
    ...{ value: of(kpis, name), current: of(current, name), before: of(before, name) },
  }))
}

interface Props {
  readonly figures: readonly Figure[]
  /** The days before; absent where figures are not compared. */
  readonly compared?: Compared
  /** How many days of the period are published. */
  readonly publishedDays?: number
}

/** Figures side by side, each compared with the same weekdays before. */
export const FigureRow = ({ figures, compared, publishedDays = 0 }: Props) => {
  // Where nothing can be compared, the sentence below says so once.
  const usable = compared && isComparable(compared, publishedDays) ? compared : undefined
  const isCompared = figures.some((figure) => comparisonOf(figure, usable) !== undefined)
  return (
    <section aria-label={t`Key figures`}>
      <SimpleGrid component="ul" cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {figures.map((figure) => (
          <FigureCard key={figure.name} figure={figure} compared={isCompared ? usable : undefined} />
        ))}
      </SimpleGrid>
      {compared ? (
        <Text size="xs" c="dimmed" mt={6} data-testid="comparison">
          {comparisonText(compared, publishedDays)}
        </Text>
      ) : null}
    </section>
  )
}

/** Without days to compare, two zeros are no figure that stayed the same. */
const comparisonOf = ({ current, before, unit }: Figure, compared: Compared | undefined) =>
  compared ? compare(current, before, unit) : undefined

export interface Figure extends KpiDefinition {
  readonly value: number | null
  /** The figures of the compared days and of the same weekdays before. */
  readonly current: number | null
  readonly before: number | null
  /** The numbers that a share is computed from. */
  readonly basis?: string | undefined
}

/** The questions that figures by building answer. */
const QUESTIONS = {
  'who came': { short: t`Who came`, long: t`Who came, by where people were seen.` },
  'who was expected': { short: t`Who was expected`, long: t`Who was expected, by booking, else by plan.` },
  both: {
    short: t`Who came and who was expected`,
    long: t`Who came, by where people were seen, and who was expected, by booking or plan.`,
  },
} as const

/** A figure with its change since the period before and its definition. */
const FigureCard = ({ figure, compared }: { figure: Figure; compared: Compared | undefined }) => {
  const { name, unit, value, current, before, answers, basis } = figure
  const comparison = comparisonOf(figure, compared)
  const [earlier, now] = [showFigure(before, unit), showFigure(current, unit)]
  // Where only some of the days are compared, their figure is another one than that of all days.
  const isOfAll = now === showFigure(value, unit)
  return (
    <Paper component="li" withBorder p="sm" miw={0} aria-label={name}>
      <Group justify="space-between" wrap="nowrap" gap={4} align="flex-start" mih={38} mb={4}>
        <Text size="sm" c="dimmed" lh={1.3} miw={0} style={{ hyphens: 'auto', overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Definition {...figure} />
      </Group>
      <Text fz={26} fw={650} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {showFigure(value, unit)}
      </Text>
      {basis ? (
        <Text size="xs" c="dimmed">
          {basis}
        </Text>
      ) : null}
      {answers ? (
        <Text size="xs" c="dimmed">
          {QUESTIONS[answers].short}
        </Text>
      ) : null}
      {compared ? (
        <Text size="xs" c="dimmed">
          {comparison === undefined ? (
            t`No comparison`
          ) : isOfAll ? (
            <Trans>
              <Change {...comparison} /> from {earlier}
            </Trans>
          ) : (
            <Trans>
              <Change {...comparison} /> from {earlier} to {now}
            </Trans>
          )}
        </Text>
      ) : null}
    </Paper>
  )
}

const Change = ({ arrow, change }: Comparison) => (
  <Text span inherit fw={650} c="var(--mantine-color-text)">
    <span aria-hidden="true">{arrow}</span> {change}
  </Text>
)

const Definition = ({ name, sentence, formula, answers }: KpiDefinition) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={320}
      position="bottom-end"
      withArrow
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t`What ${name} means`}
          onClick={() => setOpen(!isOpen)}
          // The definition receives the focus a moment after it opens; only from then on it closes itself.
          onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        >
          <IconInfoCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 2rem)">
        <Stack gap={6}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="sm">{sentence}</Text>
          <Text size="sm" c="dimmed">
            {formula}
          </Text>
          {answers ? <Text size="sm">{QUESTIONS[answers].long}</Text> : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
