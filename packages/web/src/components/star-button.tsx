import { t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'

interface Props {
  readonly name: string
  readonly isFavorite: boolean
  readonly onToggle: () => void
}

/** Marks a desk as a favorite, or removes the mark. */
export const StarButton = ({ name, isFavorite, onToggle }: Props) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="lg"
    aria-label={t`Favorite: desk ${name}`}
    aria-pressed={isFavorite}
    onClick={onToggle}
  >
    {isFavorite ? <IconStarFilled size={18} /> : <IconStar size={18} />}
  </ActionIcon>
)
