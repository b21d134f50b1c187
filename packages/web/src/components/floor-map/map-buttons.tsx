import { ActionIcon, Group } from '@mantine/core'
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import type { MapView } from './use-map-view.ts'

export const MapButtons = ({ view: { zoomIn, zoomOut, fit } }: { view: MapView }) => (
  <Group gap={4} wrap="nowrap" ml="auto">
    <ActionIcon variant="default" size="lg" aria-label="Zoom in" onClick={zoomIn}>
      <IconPlus size={18} />
    </ActionIcon>
    <ActionIcon variant="default" size="lg" aria-label="Zoom out" onClick={zoomOut}>
      <IconMinus size={18} />
    </ActionIcon>
    <ActionIcon variant="default" size="lg" aria-label="Show the whole floor" onClick={fit}>
      <IconArrowsMaximize size={18} />
    </ActionIcon>
  </Group>
)
