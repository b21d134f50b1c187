import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Select } from '@mantine/core'
import type { PlanZone } from './plan-state.ts'

interface Props {
  readonly zones: readonly PlanZone[]
  readonly chosen: PlanZone | undefined
  readonly onChoose: (zoneId: string | undefined) => void
  readonly onDraw: () => void
  readonly onAddCorner: () => void
  readonly onRemove: () => void
}

/** Chooses the zone whose outline is edited. */
export const ZoneFields = ({ zones, chosen, onChoose, onDraw, onAddCorner, onRemove }: Props) => (
  <Group gap="xs" component="section" aria-label={t`Outlines of zones`}>
    <Select
      aria-label={t`Outline of zone`}
      placeholder={t`Outline of zone`}
      data={zones.map(({ zoneId, zoneName }) => ({ value: zoneId, label: zoneName }))}
      value={chosen?.zoneId ?? null}
      onChange={(zoneId) => onChoose(zoneId ?? undefined)}
      allowDeselect={false}
      w={180}
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
      </>
    ) : null}
  </Group>
)

export const cornersWords = (count: number): string =>
  t`${count} corners. Drag corners, the outline, or the dots that add corners.`
