import { Group, Text } from '@mantine/core'
import { showNumber } from '../number-format.ts'
import { DeskSymbol } from './desk-symbol.tsx'
import type { LegendEntry } from './floor-marks.ts'

/** What colors and symbols mean, and of how many desks. */
export const FloorLegend = ({ entries }: { entries: readonly LegendEntry[] }) => (
  <Group component="ul" gap="md" m={0} p={0} aria-label="Legend" style={{ listStyle: 'none', minHeight: 24 }}>
    {entries.map(({ mark, text, desks }) => (
      <Group component="li" key={`${mark.fill} ${mark.symbol} ${text}`} gap={6} wrap="nowrap">
        <svg width={18} height={18} viewBox="-1.2 -1.2 2.4 2.4" aria-hidden="true">
          <rect x={-1.1} y={-1.1} width={2.2} height={2.2} rx={0.4} fill={mark.fill} stroke="currentColor" strokeWidth={0.12} />
          <DeskSymbol symbol={mark.symbol} size={0.7} color={mark.ink} />
        </svg>
        <Text size="sm">
          {text}{' '}
          <Text span size="sm" c="dimmed">
            {showNumber(desks)}
          </Text>
        </Text>
      </Group>
    ))}
  </Group>
)
