/** Wrong usage that commander cannot detect. Printed in one line like wrong flags, with exit status 2. */
export class WrongUse extends Error {}
