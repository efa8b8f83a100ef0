import { cva } from 'class-variance-authority';
import { clsx } from 'clsx';
import { Label, Select, Slot } from 'radix-ui';
import { island } from 'sitegen';
import { twMerge } from 'tailwind-merge';

const button = cva('rounded-md px-4', {
  variants: { size: { sm: 'h-8', lg: 'h-10' } },
  defaultVariants: { size: 'sm' },
});

function Button({ asChild = false, className = '', size, ...props }) {
  const Component = asChild ? Slot.Root : 'button';
  return <Component className={twMerge(clsx(button({ size }), className))} {...props} />;
}

function Shadcn() {
  return (
    <form>
      <Button asChild size="lg" className="px-6">
        <a href="/">Home</a>
      </Button>
      <Label.Root htmlFor="fruit">Fruit</Label.Root>
      <Select.Root defaultValue="apple" name="fruit">
        <Select.Trigger id="fruit">
          <Select.Value />
        </Select.Trigger>
        <Select.Portal>
          <Select.Content position="popper">
            <Select.Viewport>
              {['apple', 'banana'].map((fruit) => (
                <Select.Item key={fruit} value={fruit}>
                  <Select.ItemText>{fruit}</Select.ItemText>
                </Select.Item>
              ))}
            </Select.Viewport>
          </Select.Content>
        </Select.Portal>
      </Select.Root>
    </form>
  );
}

export default island('shadcn-ui', Shadcn);
