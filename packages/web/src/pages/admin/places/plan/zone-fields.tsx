import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
  <Group gap="sm" align="flex-end" component="section" aria-label={t`Outlines of zones`}>
    <Select
      label={t`Outline of zone`}
      placeholder={t`Choose a zone`}
      data={zones.map(({ zoneId, zoneName }) => ({ value: zoneId, label: zoneName }))}
      value={chosen?.zoneId ?? null}
      onChange={(zoneId) => onChoose(zoneId ?? undefined)}
      allowDeselect={false}
      w={220}
    />
    {chosen && !chosen.outline ? (
      <Button variant="default" onClick={onDraw}>
        <Trans>Draw outline</Trans>
      </Button>
    ) : null}
    {chosen?.outline ? (
      <>
        <Button variant="default" onClick={() => onChoose(undefined)}>
          <Trans>Done</Trans>
        </Button>
        <Button variant="default" onClick={onAddCorner}>
          <Trans>Add corner</Trans>
        </Button>
        <Button variant="default" onClick={onRemove}>
          <Trans>Remove outline</Trans>
        </Button>
        <Text size="sm" c="dimmed" pb={8}>
          {cornersWords(chosen.outline.length)}
        </Text>
      </>
    ) : null}
    <Button variant="default" onClick={onAdd}>
      <Trans>Add zone…</Trans>
    </Button>
  </Group>
)

const cornersWords = (count: number): string => t`${count} corners. Drag corners, the outline, or the dots that add corners.`
