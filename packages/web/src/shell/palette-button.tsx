import { Trans } from '@lingui/react/macro'
import { Button, Group, Kbd, Text, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { LANGUAGE } from '../language/language.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The key that is held with K to open the palette. */
export const MODIFIER = isMac ? '⌘' : LANGUAGE === 'de' ? 'Strg' : 'Ctrl'

/** Opens the palette; on a phone it is only an icon. */
export const PaletteButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" size="xs" px="xs" flex="none" aria-keyshortcuts="Control+K Meta+K" onClick={onClick}>
    <Group gap={6} wrap="nowrap">
      <IconSearch size={16} />
      <Text size="sm" c="dimmed" visibleFrom="sm">
        <Trans>Search</Trans>
      </Text>
      <VisuallyHidden hiddenFrom="sm">
        <Trans>Search</Trans>
      </VisuallyHidden>
      <Kbd size="xs" visibleFrom="sm" aria-hidden>
        {MODIFIER} K
      </Kbd>
    </Group>
  </Button>
)
