import { t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { guideAddress } from './guide-pages.ts'

/** Opens the guide where it explains this page, in another tab: the page may have something that is not saved yet. */
export const GuideLink = () => {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <ActionIcon
      component="a"
      href={guideAddress(pathname)}
      target="_blank"
      variant="subtle"
      color="gray"
      c="dimmed"
      size="md"
      aria-label={t`Guide to this page`}
      title={t`Guide to this page`}
    >
      <IconHelp size={18} stroke={1.75} />
    </ActionIcon>
  )
}
