/** Of the session; goes with everything that changes something. */
export const csrfToken = { current: '' }
