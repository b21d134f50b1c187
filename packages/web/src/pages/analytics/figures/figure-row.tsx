import { SimpleGrid, Text } from '@mantine/core'
import { type AttendanceFigures, KPI_DEFINITIONS, type KpiName } from '@rollcall/contract'
import { type Compared, comparisonText } from './comparison.ts'
import { type Figure, FigureCard } from './figure-card.tsx'

type Kpis = { readonly [K in KpiName]?: number | null }

/** KPIs by their definitions, with those of the days that are compared and of the days before. */
export const figuresOf = (
  names: readonly KpiName[],
  kpis: Kpis,
  { current, kpis: before }: Pick<AttendanceFigures['previous'], 'current' | 'kpis'>,
): Figure[] => {
  const of = (some: Kpis, name: KpiName) => some[name] ?? null
  return names.map((name) => ({
    ...KPI_DEFINITIONS[name],
    ...{ value: of(kpis, name), current: of(current, name), before: of(before, name) },
  }))
}

interface Props {
  readonly figures: readonly Figure[]
  readonly compared: Compared
  /** How many days of the period are published. */
  readonly publishedDays: number
}

/** Figures side by side, each against the same weekdays before. */
export const FigureRow = ({ figures, compared, publishedDays }: Props) => (
  <section aria-label="Key figures">
    <SimpleGrid component="ul" cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {figures.map((figure) => (
        <FigureCard key={figure.name} {...figure} />
      ))}
    </SimpleGrid>
    <Text size="xs" c="dimmed" mt={6} data-testid="comparison">
      {comparisonText(compared, publishedDays)}
    </Text>
  </section>
)
