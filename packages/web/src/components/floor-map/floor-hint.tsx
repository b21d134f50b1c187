import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'

interface Props {
  readonly id: string
  readonly canSelect: boolean
  readonly canStar: boolean
  /** What the keys of the editor do. */
  readonly editing: string | undefined
}

/** What the keys do on the map. */
export const FloorHint = ({ id, canSelect, canStar, editing }: Props) => (
  <Text id={id} size="xs" c="dimmed" visibleFrom="sm">
    {[
      t`Arrow keys move to the next desk; with Shift they move the map.`,
      canSelect && t`Enter chooses a desk.`,
      canStar && t`F marks a favorite.`,
      editing,
      t`+ and − zoom, 0 shows everything.`,
    ]
      .filter(Boolean)
      .join(' ')}
  </Text>
)
