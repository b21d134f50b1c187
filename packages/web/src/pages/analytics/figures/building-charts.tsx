import { Trans } from '@lingui/react/macro'
import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** The largest number of buildings with a chart of their own. */
const MAX_CHARTS = 12

interface Props<Location> {
  readonly locations: readonly Location[]
  /** The chart of a building, with its key. */
  readonly children: (location: Location) => ReactNode
}

/** A chart for each of the first buildings, and what to do to see others. */
export const BuildingCharts = <Location,>({ locations, children }: Props<Location>) => {
  const count = locations.length
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {locations.slice(0, MAX_CHARTS).map(children)}
      </SimpleGrid>
      {count > MAX_CHARTS ? (
        <Text size="sm" c="dimmed">
          <Trans>
            The first {MAX_CHARTS} of {count} buildings are drawn. Choose buildings to see others.
          </Trans>
        </Text>
      ) : null}
    </>
  )
}
