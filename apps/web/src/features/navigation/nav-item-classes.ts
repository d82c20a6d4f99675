/** Classes of a top navigation entry. */
export const navItemClasses =
  'inline-flex min-h-11 items-center gap-1 whitespace-nowrap rounded-sm px-3 font-semibold lg:max-xl:px-2 transition-colors duration-150 hover:text-gold-300';
