type FlashTextProps = {
  title?: () => string;
  text: (names: { name: string }) => string;
  name?: string;
  className?: string;
};

export const FlashText = ({ title, text, name = "", className = "" }: FlashTextProps) => (
  <p className={`min-w-0 wrap-anywhere ${className}`}>
    {title && <strong className="block font-semibold">{title()}</strong>}
    <span>{text({ name })}</span>
  </p>
);
