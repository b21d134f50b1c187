import { Registry } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** Only the metrics of the service belong to a cell; those of the process belong to the node. */
const OURS = /^rollcall_/

type MetricJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number] & { values: { labels: Record<string, unknown> }[] }

/**
 * Returns the metrics of all cells of a node, each with the label `cell` where there are several. With one database they are those of
 * that database as they are.
 */
export const metricsOfCells = async (
  cells: ReadonlyMap<string, { readonly telemetry: { readonly metrics: Pick<Metrics, 'registry'> } }>,
): Promise<Registry> => {
  const [main, ...others] = cells.values()
  if (main && others.length === 0) return main.telemetry.metrics.registry
  const merged = new Map<string, MetricJson>()
  for (const [cell, { telemetry }] of cells) {
    for (const metric of (await telemetry.metrics.registry.getMetricsAsJSON()) as MetricJson[]) {
      const values = OURS.test(metric.name)
        ? metric.values.map((value) => ({ ...value, labels: { ...value.labels, cell } }))
        : metric.values
      const before = merged.get(metric.name)?.values ?? []
      merged.set(metric.name, { ...metric, values: [...before, ...values] })
    }
  }
  const registry = new Registry()
  // A registry takes whatever returns its values.
  for (const metric of merged.values()) registry.registerMetric({ ...metric, get: () => metric } as never)
  return registry
}
