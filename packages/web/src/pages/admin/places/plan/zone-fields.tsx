import { Button, Group, Select, Text } from '@mantine/core'
import type { PlanZone } from './plan-state.ts'

interface Props {
  readonly zones: readonly PlanZone[]
  readonly chosen: PlanZone | undefined
  readonly onChoose: (zoneId: string | undefined) => void
  readonly onDraw: () => void
  readonly onAddCorner: () => void
  readonly onRemove: () => void
  readonly onAdd: () => void
}

/** Chooses the zone whose outline is edited. */
export const ZoneFields = ({ zones, chosen, onChoose, onDraw, onAddCorner, onRemove, onAdd }: Props) => (
  <Group gap="sm" align="flex-end" component="section" aria-label="Outlines of zones">
    <Select
      label="Outline of zone"
      placeholder="Choose a zone"
      data={zones.map(({ zoneId, zoneName }) => ({ value: zoneId, label: zoneName }))}
      value={chosen?.zoneId ?? null}
      onChange={(zoneId) => onChoose(zoneId ?? undefined)}
      allowDeselect={false}
      w={220}
    />
    {chosen && !chosen.outline ? (
      <Button variant="default" onClick={onDraw}>
        Draw outline
      </Button>
    ) : null}
    {chosen?.outline ? (
      <>
        <Button variant="default" onClick={() => onChoose(undefined)}>
          Done
        </Button>
        <Button variant="default" onClick={onAddCorner}>
          Add corner
        </Button>
        <Button variant="default" onClick={onRemove}>
          Remove outline
        </Button>
        <Text size="sm" c="dimmed" pb={8}>
          {chosen.outline.length} corners. Drag corners, the outline, or the dots that add corners.
        </Text>
      </>
    ) : null}
    <Button variant="default" onClick={onAdd}>
      Add zone…
    </Button>
  </Group>
)
