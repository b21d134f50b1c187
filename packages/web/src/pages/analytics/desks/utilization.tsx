import { t } from '@lingui/core/macro'
import { Box, Group } from '@mantine/core'
import type { ListColumn } from '../../../components/table/columns.ts'
import { showFigure } from '../figures/show.ts'

const WIDTH = 110

/** A share as a bar and as a number. */
const ShareBar = ({ share }: { share: number | null }) => (
  <Group gap="xs" wrap="nowrap" justify="flex-end">
    <Box w={WIDTH} h={10} bg="var(--mantine-color-default-border)" aria-hidden="true" style={{ borderRadius: 3 }}>
      <Box
        h={10}
        w={Math.round(Math.min(1, share ?? 0) * WIDTH)}
        bg="light-dark(var(--mantine-color-petrol-7), var(--mantine-color-petrol-4))"
        style={{ borderRadius: 3 }}
      />
    </Box>
    <span style={{ minWidth: 56, textAlign: 'right' }}>{showFigure(share, 'share')}</span>
  </Group>
)

/** The column of how often a desk, zone or level was used; null where it is not known. */
export const UTILIZATION: ListColumn<{ readonly utilization: number | null }> = {
  key: 'utilization',
  name: t`Utilization`,
  value: ({ utilization }) => utilization,
  show: ({ utilization }) => showFigure(utilization, 'share'),
  render: ({ utilization }) => <ShareBar share={utilization} />,
  align: 'right',
}
