import { Button, type ButtonProps } from '@mantine/core'
import { addressOf } from '../api/call.ts'

/** Saves everything that is kept about somebody as a file; `me` stands for whoever is signed in. */
export const PersonalDataButton = ({ userId, ...button }: ButtonProps & { readonly userId: string }) => (
  <Button
    variant="default"
    component="a"
    href={addressOf('getPersonalData', { userId })}
    download={userId === 'me' ? 'personal-data.json' : `personal-data-${userId}.json`}
    {...button}
  >
    Download a copy
  </Button>
)
