import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { SingleKeysSwitch } from '../../shell/single-keys-switch.tsx'
import { Section } from './section.tsx'

/** Shortcuts, which are a matter of the browser that the person sits at. */
export const KeyboardSection = () => (
  <Section title={t`Keyboard`}>
    <Stack gap="sm">
      <SingleKeysSwitch />
      <Text size="sm" c="dimmed">
        <Trans>
          Such as G and P for your plan, / to search, and ? for the list of all shortcuts. Switch them off if you speak to your
          computer or press keys by accident.
        </Trans>
      </Text>
    </Stack>
  </Section>
)
