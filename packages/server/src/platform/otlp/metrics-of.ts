import type { Registry } from 'prom-client'
import { attributesOf, CUMULATIVE, type HistogramPoint, type Metric, type NumberPoint, nanoseconds } from './messages.ts'

interface Value {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
  readonly metricName?: string
}

/** Reads the metrics of `/metrics` as OTLP: each one is defined once, with the same name and labels on both ways. */
export const readMetrics = async (
  registry: Pick<Registry, 'getMetricsAsJSON'>,
  startedAt: number,
  now = Date.now(),
): Promise<Metric[]> => {
  const times = { startTimeUnixNano: nanoseconds(startedAt), timeUnixNano: nanoseconds(now) }
  const definitions = await registry.getMetricsAsJSON()
  return definitions.flatMap(({ name, help: description, type, values }): Metric[] => {
    const found = values as unknown as readonly Value[]
    if (found.length === 0) return []
    // prom-client names the type of a metric by a text.
    const kind = String(type)
    if (kind === 'histogram') {
      return [{ name, description, histogram: { dataPoints: histograms(found, times), aggregationTemporality: CUMULATIVE } }]
    }
    const dataPoints = found.map(
      ({ labels, value }): NumberPoint => ({ ...times, attributes: attributesOf(labels), asDouble: value }),
    )
    if (kind === 'counter')
      return [{ name, description, sum: { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: true } }]
    return kind === 'gauge' ? [{ name, description, gauge: { dataPoints } }] : []
  })
}

/** prom-client lists each series as its buckets, which add up, its sum and its count. */
const histograms = (values: readonly Value[], times: { startTimeUnixNano: string; timeUnixNano: string }): HistogramPoint[] => {
  const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(Object.entries(labels).toSorted()))
  return [...series.values()].map((group) => {
    const [{ le: _, ...labels } = {}] = group.map((value) => value.labels)
    const sumOf = (ending: string) => group.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0
    const buckets = group.filter((value) => value.labels.le !== undefined)
    return {
      ...times,
      count: String(sumOf('_count')),
      sum: sumOf('_sum'),
      bucketCounts: buckets.map(({ value }, index) => String(value - (buckets[index - 1]?.value ?? 0))),
      explicitBounds: buckets.map((value) => Number(value.labels.le)).filter(Number.isFinite),
      attributes: attributesOf(labels),
    }
  })
}
