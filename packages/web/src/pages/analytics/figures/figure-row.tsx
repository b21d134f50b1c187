import { SimpleGrid, Text } from '@mantine/core'
import { KPI_DEFINITIONS, type KpiName } from '@rollcall/contract'
import { type Figure, FigureCard } from './figure-card.tsx'
import { showDay } from './show.ts'

type Kpis = { readonly [K in KpiName]?: number | null }

/** KPIs by their definitions. */
export const figuresOf = (names: readonly KpiName[], kpis: Kpis, before: Kpis): Figure[] =>
  names.map((name) => ({ ...KPI_DEFINITIONS[name], value: kpis[name] ?? null, before: before[name] ?? null }))

interface Props {
  readonly figures: readonly Figure[]
  /** The period that they are compared with. */
  readonly previous: { readonly from: string; readonly to: string }
}

/** Figures side by side, each against the period before. */
export const FigureRow = ({ figures, previous }: Props) => (
  <section aria-label="Key figures">
    <SimpleGrid component="ul" cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {figures.map((figure) => (
        <FigureCard key={figure.name} {...figure} />
      ))}
    </SimpleGrid>
    <Text size="xs" c="dimmed" mt={6}>
      Compared with {showDay(previous.from)} to {showDay(previous.to)}.
    </Text>
  </section>
)
